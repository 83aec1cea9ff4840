import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const SERVER = process.env["HANDFUL_SERVER"] ?? "http://127.0.0.1:8000";

/** A static server finds the one page at every address that the client knows, and shows it for the unknown ones. */
function everyAddress(): Plugin {
  let folder = "";
  let games: string[] = [];
  return {
    name: "every-address",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
      const scenes = resolve(config.root, "src/games");
      games = readdirSync(scenes).filter((game) => existsSync(resolve(scenes, game, "Scene.svelte")));
    },
    closeBundle: () => {
      const alone = ["device", "history", "learn", "rules", "you", ...games.map((game) => `rules/${game}`)];
      const copies = ["404.html", ...alone.map((page) => `${page}/index.html`)];
      for (const copy of copies) {
        mkdirSync(resolve(folder, copy, ".."), { recursive: true });
        copyFileSync(resolve(folder, "index.html"), resolve(folder, copy));
      }
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), everyAddress()],
  // Components under test run in the browser's form of Svelte.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: process.env["HANDFUL_WEB_OUT"] ?? "../src/handful/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // a busy machine is no news
  },
  server: {
    proxy: {
      "/api": SERVER,
      "/ws": { target: SERVER, ws: true },
    },
  },
  // A busy machine is slow to compile the components.
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], testTimeout: 30_000 },
}));
