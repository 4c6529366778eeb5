import axe from 'axe-core';
import type { Page } from 'playwright-core';

/* Runs axe in an isolated world, so that the page's CSP stays in force. */

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Violations of any axe rule, one line each. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await devtools.send('Page.getFrameTree');
    const { executionContextId: contextId } = await devtools.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'axe',
    });
    await devtools.send('Runtime.evaluate', { expression: axe.source, contextId });
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression: 'axe.run(document).then(({ violations }) => violations)',
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    const violations = result.value as Violation[];
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 160)}\n  ${failureSummary}`),
    );
  } finally {
    await devtools.detach();
  }
};
