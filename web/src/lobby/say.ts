/** Says a line to the program, which opens a page or tells what is wrong. */
export type Say = (line: string) => void;

/** The page's own second, for dates. */
export const nowInSeconds = (): number => Date.now() / 1000;
