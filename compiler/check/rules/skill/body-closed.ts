/** Code fences are closed in the text that opens them. */
import { rule } from '../../rule.ts';

export const bodyClosed = rule({
  id: 'skill/body-closed',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  says: 'A code fence must be closed in the text that opens it.',
  why: 'An unclosed code fence turns the rest of the body into code, so the model no longer reads the steps as steps.',
  source: 'EXT §2.1 (body: title, context, numbered steps, things not to do)',
  good: ['context: |\n  Run this:\n  ```sh\n  ls\n  ```', 'context: |\n  ~~~\n  ```\n  ~~~'],
  bad: ['context: |\n  Run this:\n  ```sh\n  ls', 'steps: ["Write it like this:\\n~~~yaml\\ntitle: Momo"]'],
  check(skill, report) {
    const { context, steps, example = '', never } = skill.spec;
    const texts = [
      { path: ['context'], text: context },
      ...steps.map((text, index) => ({ path: ['steps', index], text })),
      { path: ['example'], text: example },
      ...never.map((text, index) => ({ path: ['never', index], text })),
    ];
    for (const { path, text } of texts) {
      const open = leftOpen(text);
      if (open)
        report(path, `Unclosed code fence "${open}".`, 'Close it with the same marker on its own line.', {
          word: open,
        });
    }
  },
});

function leftOpen(text: string): string | undefined {
  let fence: string | undefined;
  for (const [, marks = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (fence === undefined) fence = marks;
    else if (marks.startsWith(fence)) fence = undefined;
  }
  return fence;
}
