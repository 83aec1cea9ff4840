import { expect, it } from "vitest";
import { route } from "../src/lib/router.svelte";

it.each([
  ["/", "", { page: "home" }],
  ["/t/abc", "", { page: "table", table: "abc" }],
  ["/replay/abc", "#move=12&seat=1", { page: "replay", table: "abc", move: 12, seat: 1 }],
  ["/replay/abc", "", { page: "replay", table: "abc", move: null, seat: null }],
  ["/rules/spar", "", { page: "rules", game: "spar" }],
  ["/rules/", "", { page: "rules", game: "" }],
  ["/learn/spar/2", "", { page: "lesson", game: "spar", number: 2 }],
  ["/learn/spar", "", { page: "lesson", game: "spar", number: 1 }],
  ["/learn/spar/2/x", "", { page: "unknown" }],
  ["/device", "#code", { page: "device" }],
  ["/device/x", "", { page: "unknown" }],
  ["/t/", "", { page: "unknown" }],
  ["/nowhere", "", { page: "unknown" }],
])("%s%s", (path, hash, expected) => {
  expect(route(path, hash)).toEqual(expected);
});

it.each(["learn", "history", "you"])("/%s is a page of its own", (page) => {
  expect(route(`/${page}`)).toEqual({ page });
});

it("knows the page of a player", () => {
  expect(route("/players/abc")).toEqual({ page: "player", player: "abc" });
  expect(route("/players/")).toEqual({ page: "unknown" });
});
