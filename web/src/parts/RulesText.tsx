import { plainText } from '../base/text';
import { words } from '../words';
import { paragraphsOf, rulesIn } from './rules';

/** The rules of a game in the page's language, or as their author wrote them: in English. */
export function RulesText({ of }: { of: { rules: string; rules_de: string } }) {
  const { lang, text } = rulesIn(words.lang, of);
  return (
    <div class="rules-text" lang={lang}>
      {words.lang !== lang && (
        <p class="soft small" lang={words.lang}>
          {words.rulesInEnglish}
        </p>
      )}
      {paragraphsOf(plainText(text)).map((paragraph, i) => (
        <p key={i}>{paragraph}</p>
      ))}
    </div>
  );
}
