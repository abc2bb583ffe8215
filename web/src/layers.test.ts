import { expect, it } from 'vitest';

/** The folders of the page, the lowest first: one imports only from those before it. */
const kLayers = [
  'base', 'protocol', 'words', 'hint', 'art', 'store', 'scene', 'parts', 'replay', 'bar', 'panel',
  'views', 'inspect', 'lobby', 'states', 'frame',
];

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The folder of a path from here; "" for the files that stand in none, which may import anything. */
const folderOf = (path: string): string => (path.includes('/') ? path.split('/')[0]! : '');

/** Returns the paths, from here, of the files of the page that this one imports. */
function importsOf(path: string, text: string, values = false): string[] {
  const said = text.matchAll(
    values
      ? /^(?:import|export) (?!type )[^;]*?from '(\.[^']*)'/gm
      : /^(?:import|export) [^;]*?from '(\.[^']*)'/gm,
  );
  // Data has no layer: the program's sentences are a file of the program's.
  return [...said]
    .map(([, to]) => new URL(to!, `file:///${path}`).pathname.slice(1))
    .filter((to) => !to.endsWith('.json'));
}

const judged = Object.entries(sources)
  .map(([path, text]) => ({ path: path.slice(2), text }))
  .filter(({ path }) => folderOf(path) !== '' && !/\.test\.ts$/.test(path));

it.each(kLayers)('a file of %s imports only from its own folder and from lower ones', (layer) => {
  const here = judged.filter(({ path }) => folderOf(path) === layer);
  expect(here.length).toBeGreaterThan(0);
  for (const { path, text } of here)
    for (const to of importsOf(path, text)) {
      // "words" is its index file.
      const folder = to.includes('/') ? folderOf(to) : to;
      expect(kLayers, `${path} imports ${to}`).toContain(folder);
      const below = kLayers.indexOf(folder) <= kLayers.indexOf(layer);
      expect(below, `${path} is below ${to}`).toBe(true);
    }
});

it('each folder with sources is a layer', () => {
  for (const { path } of judged) expect(kLayers, path).toContain(folderOf(path));
});

it('no two files need each other, by whatever way; types alone may', () => {
  const byName = new Map(judged.map((each) => [each.path.replace(/(\/index)?\.tsx?$/, ''), each]));
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, way: string[]): void => {
    expect(open.has(name), [...way, name].join(' > ')).toBe(false);
    const file = byName.get(name);
    if (done.has(name) || file === undefined) return;
    open.add(name);
    for (const to of importsOf(file.path, file.text, true)) visit(to, [...way, name]);
    open.delete(name);
    done.add(name);
  };
  for (const name of byName.keys()) visit(name, []);
  expect(done.size).toBe(byName.size);
});
