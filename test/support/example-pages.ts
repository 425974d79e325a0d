/** The files that examples of rules and of changes name. */
import type { SkillFile } from '../../compiler/check/model.ts';

const PAGES = {
  'shelves.html': '<!doctype html><main></main><script>parent.postMessage({}, "*")</script>',
  'loads-a-library.html': '<!doctype html>\n<script src="https://cdn.example/chart.js"></script>',
  'sends-a-form.html': '<!doctype html>\n<form action="/save"><button>Save</button></form>',
  'large.html': `<!doctype html><p>${'Books. '.repeat(6000)}</p>`,
  'references/hours.md': 'Open from 9 to 17.\n',
  'assets/plan.png': 'PNG',
  'larger.html': `<!doctype html><p>${'Books. '.repeat(20_000)}</p>`,
};

export const EXAMPLE_PAGES: readonly SkillFile[] = Object.entries(PAGES).map(([name, text]) => {
  return { path: `specs/${name}`, bytes: new TextEncoder().encode(text), executable: false };
});
