import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import Hand from "../src/components/Hand.svelte";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
  Element.prototype.getAnimations ??= () => [];
  Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
});

afterEach(cleanup);

function shown() {
  const calls = { ontap: vi.fn(), ondrop: vi.fn(), onwhy: vi.fn() };
  render(Hand, { cards: ["6s", "Kd", "8h"], selected: [], playable: new Set(["6s", "Kd"]), shape: { wide: 90, rows: 1, down: 60, high: 126 }, ...calls });
  return calls;
}

describe("a hand", () => {
  it("names every card and says which are playable", () => {
    shown();
    expect(screen.getByRole("button", { name: "king of diamonds, playable" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "8 of hearts" })).toBeTruthy();
  });
  it("a tap picks what is playable and asks why about the rest", async () => {
    const { ontap, onwhy } = shown();
    await fireEvent.click(screen.getByRole("button", { name: /king of diamonds/ }));
    await fireEvent.click(screen.getByRole("button", { name: /8 of hearts/ }));
    expect(ontap).toHaveBeenCalledExactlyOnceWith("Kd");
    expect(onwhy).toHaveBeenCalledExactlyOnceWith("8h");
  });
  it("arrow keys go from card to card, around", async () => {
    shown();
    const first = screen.getByRole("button", { name: /6 of spades/ });
    first.focus();
    await fireEvent.keyDown(first, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("data-card")).toBe("Kd");
    await fireEvent.keyDown(document.activeElement!, { key: "End" });
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("data-card")).toBe("6s");
  });
  it("a card that is dragged up is dropped on the table", async () => {
    const { ondrop, ontap } = shown();
    const card = screen.getByRole("button", { name: /king of diamonds/ });
    await fireEvent.pointerDown(card, { button: 0, clientX: 10, clientY: 200 });
    await fireEvent.pointerMove(window, { clientX: 12, clientY: 100 });
    await fireEvent.pointerUp(window);
    await fireEvent.click(card);
    expect(ondrop).toHaveBeenCalledExactlyOnceWith("Kd");
    expect(ontap).not.toHaveBeenCalled();
  });
});
