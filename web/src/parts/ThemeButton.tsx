import { Icon } from '../art/Art';
import { chooseTheme, type Theme, ui } from '../store/ui';
import { words } from '../words';

const kThemes: Theme[] = ['auto', 'light', 'dark'];
export const nextTheme = (theme: Theme): Theme =>
  kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length]!;

export function ThemeButton() {
  const { theme } = ui.use();
  const icon = theme === 'dark' ? 'moon' : 'sun';
  return (
    <button
      type="button"
      class="bare icon-only theme"
      title={words.theme[theme]}
      aria-label={words.theme[theme]}
      onClick={() => chooseTheme(nextTheme(theme))}
    >
      <Icon name={icon} />
      {theme === 'auto' && (
        <span class="auto" aria-hidden="true">
          A
        </span>
      )}
    </button>
  );
}
