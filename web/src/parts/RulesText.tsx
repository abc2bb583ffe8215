import { plainText } from '../base/text';
import { words } from '../words';
import { paragraphsOf } from './rules';

/** The rules of a game, as its author wrote them: in English. */
export function RulesText({ text }: { text: string }) {
  return (
    <div class="rules-text" lang="en">
      {words.lang !== 'en' && (
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
