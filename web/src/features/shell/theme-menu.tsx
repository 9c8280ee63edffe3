import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { chooseTheme, onThemeChosen, storedTheme } from '@/lib/theme.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Menu, MenuChoice } from '@/ui/menu.tsx';

const OPTIONS = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeMenu() {
  const theme = useSyncExternalStore(onThemeChosen, storedTheme);
  const Icon = OPTIONS.find((option) => option.value === theme)?.icon ?? Monitor;
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme" className={buttonClass('ghost', 'icon')}>
          <Icon aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuChoice label="Theme" value={theme} onChange={chooseTheme} options={OPTIONS} />
    </Menu>
  );
}
