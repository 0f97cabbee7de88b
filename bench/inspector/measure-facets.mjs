import { openPage } from './open-chromium.mjs';

/** How long it takes from a tool call that is reported over HTTP until what was derived from it is on a screen that looks at its session. */
export async function measureFacets(browser, { url, ask, pass, reports }) {
  const { session } = await ask('POST /v1/sessions', { projectId: 'p', agentId: 'claude-code' });
  await ask(`POST /v1/sessions/${session.id}/claim`, { workerId: 'bench', ttlMs: 600_000 });
  const page = await openPage(browser, { pass });
  await page.goto(`${url}/sessions/${session.id}/context`);
  await page.waitForSelector('[data-state=live]');
  const taken = [];
  for (let number = 0; number < reports; number += 1) {
    const file = `src/part${number}/room${number * 7}.ts`;
    const shown = page.evaluate(untilShown, file);
    const reportedAt = Date.now();
    await ask('POST /v1/events', {
      type: 'post-tool-use',
      sessionId: session.id,
      projectId: 'p',
      agentId: 'claude-code',
      toolName: 'Edit',
      toolInput: { file_path: file },
      emittedAt: reportedAt,
    });
    taken.push((await shown) - reportedAt);
  }
  await page.context().close();
  return taken;
}

/** Runs in the page: the moment behind the frame in which the facet is drawn. */
function untilShown(file) {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[data-facet=lastEditedFile]')?.textContent.includes(file)) return;
      changes.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}
