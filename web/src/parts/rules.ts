/** Returns the paragraphs of a text whose lines were broken for a terminal. Lines that are indented, or marked
 * as a script's, keep their breaks. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/([^\n])\n(?![\s|])/g, '$1 ').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '');

/** Returns rules in a language if the program has them so, and else in English. */
export const rulesIn = (
  lang: string,
  { rules, rules_de }: { rules: string; rules_de: string },
): { lang: 'en' | 'de'; text: string } =>
  lang === 'de' && rules_de !== '' ? { lang, text: rules_de } : { lang: 'en', text: rules };
