import { expect, it } from "vitest";
import { route } from "../src/lib/router.svelte";

it.each([
  ["/", "", { page: "home" }],
  ["/t/abc", "", { page: "table", table: "abc" }],
  ["/replay/abc", "#move=12&seat=1", { page: "replay", table: "abc", move: 12, seat: 1 }],
  ["/replay/abc", "", { page: "replay", table: "abc", move: null, seat: null }],
  ["/rules/spar", "", { page: "rules", game: "spar" }],
  ["/rules/", "", { page: "rules", game: "" }],
  ["/device", "#code", { page: "device" }],
  ["/device/x", "", { page: "unknown" }],
  ["/t/", "", { page: "unknown" }],
  ["/nowhere", "", { page: "unknown" }],
])("%s%s", (path, hash, expected) => {
  expect(route(path, hash)).toEqual(expected);
});
