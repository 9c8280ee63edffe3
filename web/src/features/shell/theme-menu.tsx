import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../lib/theme.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';

const OPTIONS = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeMenu() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (picked: Theme) => {
    chooseTheme(picked);
    setTheme(picked);
  };
  const Icon = OPTIONS.find((option) => option.value === theme)?.icon ?? Monitor;
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme" className={buttonClass('ghost', 'icon')}>
          <Icon aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuChoice label="Theme" value={theme} onChange={choose} options={OPTIONS} />
    </Menu>
  );
}
