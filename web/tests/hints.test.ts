import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import Hints from "../src/components/Hints.svelte";
import { known } from "./faces";

beforeAll(() => known({ name: "sixth", shown: [] }, { "hint.play": "Play a card.", "hint.pass": "Or pass." }));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("hints", () => {
  it("go when they are put away, one after the other", async () => {
    render(Hints, { game: "sixth", legal: ["5s", "pass"] });
    expect(screen.getByRole("note").textContent).toContain("Play a card.");
    screen.getByRole("button").click();
    expect((await screen.findByText("Or pass.")).textContent).toBe("Or pass.");
  });
  it("go when somebody has acted without putting them away, and do not come again", async () => {
    const { rerender } = render(Hints, { game: "sixth", legal: ["5s"] });
    expect(screen.getByRole("note").textContent).toContain("Play a card.");
    await rerender({ game: "sixth", legal: [] });
    await rerender({ game: "sixth", legal: ["9c"] });
    expect(screen.queryByRole("note")).toBeNull();
  });
});
