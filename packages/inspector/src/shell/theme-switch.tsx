import { Monitor, Moon, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const CHOICES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'system', label: 'As the system', icon: Monitor },
] as const;

type Theme = (typeof CHOICES)[number]['id'];

const KEY = 'inkling-theme';

/** Light, dark, or as the system says. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState<Theme>(() => (localStorage.getItem(KEY) as Theme | null) ?? 'system');
  const choose = (next: Theme): void => {
    setTheme(next);
    localStorage.setItem(KEY, next);
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  };
  return (
    <div className="theme-switch" role="group" aria-label="Colours">
      {CHOICES.map(({ id, label, icon: Icon }) => (
        <button
          key={id}
          type="button"
          className="theme-choice"
          aria-label={label}
          title={label}
          aria-pressed={theme === id}
          onClick={() => choose(id)}
        >
          <Icon size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
