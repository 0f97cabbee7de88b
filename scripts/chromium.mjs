// A Chromium for the tests of the web app: the one that INKLING_TEST_CHROMIUM names, an installed one, or Debian's, installed as root. Best is one
// without windows: a page in it takes a seventh less processor time.
//   node scripts/chromium.mjs     prints its path
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const DEBIAN = '/usr/lib/chromium/chromium-headless-shell';
const PLACES = [
  DEBIAN,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a browser that can be driven. Installs Debian's when this is Debian and root; else it fails with the ways out. */
export function findChromium() {
  const found = [process.env.INKLING_TEST_CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  return found ?? installOnDebian();
}

function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error('No Chromium found. Install Chromium or Chrome, or set INKLING_TEST_CHROMIUM to the path of one.');
  }
  // Somebody else may be installing: a new machine often does by itself.
  const install = [
    '-o',
    'DPkg::Lock::Timeout=600',
    'install',
    '-y',
    '--no-install-recommends',
    'chromium-headless-shell',
    'fonts-dejavu-core',
  ];
  const apt = (args) => execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    apt(install);
  } catch {
    // A machine that was never asked for packages before has no list of them, or an old one.
    apt(['update']);
    apt(install);
  }
  if (!existsSync(DEBIAN)) throw new Error(`apt-get installed no ${DEBIAN}.`);
  return DEBIAN;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${findChromium()}\n`);
