// Once per run, before any test: where there is no Chromium, two files that each install one would stop each other, or start one half installed.
import { findChromium } from '../../../../scripts/chromium.mjs';

export function setup() {
  findChromium();
}
