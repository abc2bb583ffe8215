/** The clipboard: all pages of a browser have one, and several tests run at once. */
let isFree = Promise.resolve();

/** Runs `use` while no other test has the clipboard. */
export function withClipboard(use) {
  const used = isFree.then(use);
  isFree = used.catch(() => {});
  return used;
}

/** Presses the page's button that copies an invitation; returns what it copied. */
export const copiesInvitation = (page) =>
  withClipboard(async () => {
    await page.tab.evaluate(() => navigator.clipboard.writeText(''));
    await page.button('Copy invitation').click();
    const copied = await page.tab.waitForFunction(() => navigator.clipboard.readText());
    return copied.jsonValue();
  });
