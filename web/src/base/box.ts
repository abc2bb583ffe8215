import { useEffect, useState } from 'preact/hooks';

/** A value that views watch. The page has two: what the program said, and how the page stands. */
export interface Box<T> {
  get(): T;
  set(part: Partial<T>): void;
  watch(watcher: (value: T) => void): () => void;
  /** For a component: draws it again when the value changes. */
  use(): T;
}

export function box<T extends object>(first: T): Box<T> {
  let value = first;
  const watchers = new Set<(value: T) => void>();
  const watch = (watcher: (value: T) => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  return {
    get: () => value,
    set: (part) => {
      value = { ...value, ...part };
      for (const watcher of [...watchers]) watcher(value);
    },
    watch,
    use: () => {
      const [seen, see] = useState(value);
      useEffect(() => {
        see(value); // it may have changed between the drawing and this effect
        return watch(see);
      }, []);
      return seen;
    },
  };
}
