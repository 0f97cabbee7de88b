import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { characterTokens, estimateTokens } from './estimate-tokens.ts';

const real = (text: string): number => Math.max(cl100k(text), o200k(text));

test('the seed counts four characters a token [S0-018]', () => {
  expect([characterTokens(''), characterTokens('abcd'), characterTokens('abcde')]).toEqual([0, 1, 2]);
});

test.each([
  [
    'a compact line',
    '- [k3f9ab2c] 2023-11-12 df547f5 Fix help text for plugins. Use the display name in --help. (same lines)',
  ],
  ['a classic line', '- [01890a5d-ac96-774b-bcce-b302099a8057] Tokens expire after 15 minutes (weight: 1.00)'],
  ['a line of a talk', '  - agreed: Seven attempts at most, because the upstream closes its window of 90 s then.'],
  ['a triplet', '- AuthService → depends_on → PostgresDB'],
  ['a path', 'packages/engine/src/features/session-start/build-session-memory-block.ts'],
  ['code', 'if (await existsAsync(join(root, "package.json"))) return options?.limit ?? DEFAULTS.limit;'],
  [
    'a stack trace',
    'TypeError: Cannot read properties of undefined (reading "id")\n    at resolve (/app/src/x.ts:12:5)',
  ],
  ['German', 'Der Zwischenspeicher wird nur geleert, wenn die Konfiguration sich geändert hat.'],
  ['Russian', 'Исправлена ошибка в парсере команд'],
  ['Chinese', '修复了解析器中的错误，避免内存泄漏'],
  ['Japanese', '認証ミドルウェアの修正。トークンは15分で失効する。'],
  ['terse Korean', '아니 그건 안돼 포인트도 비율대로 돌려줘야지 ㅇㅋ'],
  ['Ukrainian', 'не об’єднуй автоматично, просто постав мітку, хай оператор вирішує'],
  ['Turkish', 'Tamam, 08:00 öncesine denk gelen mesajlar önceki akşam gönderiliyor, randevudan 3 saat önce değil.'],
  ['Polish', 'Nie, nie usuwaj starych wierszy, zostaw je i tylko oznacz. Od teraz nigdy bezpośrednio na produkcji.'],
  ['Vietnamese', 'đừng, từ 23h tới 1h ngân hàng bảo trì thì đừng huỷ'],
  ['Hindi', 'रिफंड हमेशा 24 घंटे के बाद करें, उससे पहले नहीं।'],
  ['versions', 'Bump esbuild from 0.17.19 to 0.25.0 and @types/node to ^20.19.0'],
])('of %s it is at or above what tokenizers count, and below twice that', (_what, text) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(real(text));
  if (/^[\p{ASCII}→]+$/u.test(text)) expect(estimateTokens(text)).toBeLessThan(2 * real(text));
});

test('Russian is not counted for twice what it costs, so that its blocks are as full as English ones', () => {
  const text = 'давай лучше по поясу клиента, у нас пол-владивостока. москва только если tz пустой';
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(real(text));
  expect(estimateTokens(text)).toBeLessThan(1.7 * real(text));
});

test('nothing costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});
