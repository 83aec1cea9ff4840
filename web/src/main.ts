import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte";
import { follow } from "./lib/router.svelte";
import { settings, wear } from "./lib/settings.svelte";

wear();
follow();
await speak(settings.language).catch(() => speak("en"));
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
