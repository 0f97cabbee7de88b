import {
  Activity,
  ChartColumn,
  HeartHandshake,
  LibraryBig,
  LogOut,
  Menu,
  Monitor,
  Moon,
  Network,
  Settings2,
  ShieldQuestion,
  Sun,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const GROUPS: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  {
    title: 'Running',
    places: [
      { href: '/', label: 'Did it help?', icon: HeartHandshake },
      { href: '/sessions', label: 'Sessions', icon: Activity },
      { href: '/topology', label: 'Topology', icon: Network },
    ],
  },
  {
    title: 'Memory',
    places: [
      { href: '/memory', label: 'Explorer', icon: LibraryBig },
      { href: '/review', label: 'Review', icon: ShieldQuestion },
      { href: '/graph', label: 'Graph', icon: Waypoints },
    ],
  },
  {
    title: 'Insight',
    places: [
      { href: '/analytics', label: 'Analytics', icon: ChartColumn },
      { href: '/admin/memory', label: 'Administration', icon: Settings2 },
    ],
  },
];

/** Where one can go, and who one is. On a narrow screen it folds into a bar. */
export function Sidebar({ who, signOut }: { readonly who: string; readonly signOut: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  useEffect(() => setOpen(false), [location]);
  return (
    <header className="side" data-open={isOpen || undefined}>
      <Link href="/" className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        Inkling
      </Link>
      <button
        type="button"
        className="icon-button menu-button"
        aria-label="Menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Menu size={20} aria-hidden />
      </button>
      <nav className="nav" aria-label="Main">
        {GROUPS.map(({ title, places }) => (
          <div key={title} className="nav-group">
            <p className="nav-title">{title}</p>
            {places.map((place) => (
              <NavLink key={place.href} place={place} location={location} />
            ))}
          </div>
        ))}
      </nav>
      <div className="side-foot">
        <div className="side-foot-row">
          <span className="cut" title={who}>
            {who}
          </span>
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label="Sign out"
            title="Sign out"
            onClick={signOut}
          >
            <LogOut size={14} aria-hidden />
          </button>
        </div>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function NavLink({ place, location }: { readonly place: Place; readonly location: string }): ReactNode {
  const { href, label, icon: Icon } = place;
  const isHere = location === href || (href !== '/' && location.startsWith(`${href}/`));
  return (
    <Link href={href} className="nav-link" aria-current={isHere ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      {label}
    </Link>
  );
}

const CHOICES = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'system', label: 'As the system', icon: Monitor },
] as const;

type Theme = (typeof CHOICES)[number]['id'];

const KEY = 'inkling-theme';

/** Light, dark, or as the system says. */
function ThemeSwitch(): ReactNode {
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
