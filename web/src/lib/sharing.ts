/** Giving the address of a page to somebody else. */
import { t } from "../i18n/index.svelte";
import { note } from "./toasts.svelte";

export async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    note(t("share.copied"), "good");
  } catch {
    // On a page that is not encrypted there is no clipboard: then the address is at least shown.
    note(address, "good");
  }
}

export async function copyAddress(): Promise<void> {
  await copy(location.href);
}

export async function shareAddress(): Promise<void> {
  if (!navigator.share) return copyAddress();
  await navigator.share({ title: "Handful", url: location.href }).catch(() => undefined);
}
