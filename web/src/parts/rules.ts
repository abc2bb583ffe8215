/** Returns the paragraphs of a text whose lines were broken for a terminal. Lines that are indented, or marked
 * as a script's, keep their breaks. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/([^\n])\n(?![\s|])/g, '$1 ').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '');
