import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { chooseTheme, onThemeChosen, storedTheme } from '@/lib/theme.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Menu, MenuChoice } from '@/ui/menu.tsx';
import { texts } from './texts.ts';

const OPTIONS = [
  { value: 'system', label: texts.theme.system, icon: Monitor },
  { value: 'light', label: texts.theme.light, icon: Sun },
  { value: 'dark', label: texts.theme.dark, icon: Moon },
] as const;

export function ThemeMenu() {
  const theme = useSyncExternalStore(onThemeChosen, storedTheme);
  const Icon = OPTIONS.find((option) => option.value === theme)?.icon ?? Monitor;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={texts.theme.label} className={buttonClass('ghost', 'icon')}>
          <Icon aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuChoice label={texts.theme.label} value={theme} onChange={chooseTheme} options={OPTIONS} />
    </Menu>
  );
}
