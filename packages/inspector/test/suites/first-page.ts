import type { DidItHelp, SessionFigures, SessionPage } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import { expectToSee } from '../setup/expect-to-see.ts';
import type { Inspector } from '../setup/inspector.ts';
import { begin, callTool } from '../setup/play-session.ts';
import { PROJECT } from '../setup/project.ts';

type ListedSessions = SessionPage & { readonly figures?: readonly SessionFigures[] };

const stat = (name: string): string => `.stat:has-text("${name}")`;

/** Whether memory helped: what the first page says, and what a person does about it. */
export function firstPage(inspector: Inspector): void {
  test('says in one sentence whether memory helped, counts what happens while it is open, and knows the price that one sets', async () => {
    const { daemon, page } = inspector;
    await inspector.go('/');
    await expectToSee(page, '.verdict');
    const { figures } = await daemon.ask<DidItHelp>('get /v1/analytics/did-it-help');
    await expectToSee(page, `${stat('Sessions')}:has-text("${figures.sessions}")`);
    await callTool(daemon.ask, (await begin(daemon.ask, { workType: 'chore' })).id, 'Bash', { command: 'ls' }, 'ok');
    await expectToSee(page, `${stat('Sessions')}:has-text("${figures.sessions + 1}")`);
    await page.getByLabel('Price of a million tokens').fill('3');
    await expectToSee(page, `${stat('Tokens')}:has-text("at your price")`);
    await page.reload();
    await expectToSee(page, `${stat('Tokens')}:has-text("at your price")`);
  });

  test('forgets what was shown in vain, when that was confirmed', async () => {
    const { daemon, page, story } = inspector;
    const content = 'The coffee machine on the third floor takes coins.';
    const { id } = await daemon.ask<{ id: string }>('post /v1/observations', { content, projectId: PROJECT });
    const shown = { projectId: PROJECT, workType: 'chore', budgetTokens: 300, actualTokens: 30, queryText: 'coffee' };
    for (let index = 0; index < 3; index += 1) {
      const lists = { observationIds: [id], sessionSummaryIds: [] };
      await daemon.ask('post /v1/context-injections', { sessionId: story.sessions.done, ...shown, ...lists });
    }
    await inspector.go('/');
    const idle = page.getByRole('region', { name: 'Shown for nothing' }).last();
    await idle.getByText('coffee machine').waitFor();
    await page.getByRole('button', { name: /^Forget th/ }).click();
    await page.getByRole('alertdialog').getByText('coffee machine').waitFor();
    await page.getByRole('button', { name: 'Forget for good' }).click();
    await expectToSee(page, 'text=/forgotten/i');
    await idle.getByText('coffee machine').waitFor({ state: 'detached' });
    await expect(daemon.ask(`get /v1/observations/${id}`)).rejects.toThrow(/observation-not-found|404/);
  });

  test('tells an experiment, and the list of sessions has what each was given', async () => {
    const { daemon, page, story } = inspector;
    await daemon.ask('post /v1/experiments', { projectId: PROJECT, withhold: 0.1 });
    await inspector.go('/');
    await expectToSee(page, 'text=10 % of the sessions of');
    await expectToSee(page, 'td:has-text("too little to tell, about")');
    await inspector.go('/sessions');
    for (const head of ['Outcome', 'Blocks', 'Tokens', 'Followed']) await expectToSee(page, `th:has-text("${head}")`);
    const { rows, figures = [] } = await daemon.ask<ListedSessions>('get /v1/sessions?figures=true');
    const given = figures.find(({ sessionId }) => sessionId === story.sessions.done);
    expect(given?.blocks).toBeGreaterThan(0);
    expect(figures).toHaveLength(rows.length);
    await expectToSee(page, `tr:has-text("PAY-311") td:has-text("${given?.tokens}")`);
  });
}
