/** Skills that hosts read from a server. */
import { RETURN_A_BOOK } from '../../compare/example-documents.ts';
import { changeKinds } from '../../kind.ts';
import { listsIn } from '../../compare/sequence.ts';

export const SERVER_SKILLS = changeKinds('server', [
  {
    id: 'server/skill-served',
    axis: 'model',
    level: 'risky',
    says: 'A skill is now served by the server.',
    why: 'A host that offers it can select it for requests that other skills, or none, handled before.',
    next: 'Check that its triggers differ from those of the other skills; users approve it before it is loaded.',
    example: {
      before: servingExample(false),
      after: servingExample(true),
    },
    mirror: 'server/skill-withdrawn',
    detect(pair, found) {
      for (const { entry } of listsIn(pair, ({ skills = [] }) => skills).added)
        found({ path: ['serve_skills'], after: entry });
    },
  },
  {
    id: 'server/skill-withdrawn',
    axis: 'wire',
    level: 'breaking',
    says: 'A skill is no longer served by the server.',
    why: 'Users who approved it lose it, and links to its URI no longer resolve.',
    next: 'Keep serving it, or tell its users where to install it from.',
    mirror: 'server/skill-served',
    detect(pair, found) {
      for (const { entry } of listsIn(pair, ({ skills = [] }) => skills).removed)
        found({ path: ['serve_skills'], before: entry });
    },
  },
]);

function servingExample(flag: boolean): string {
  return `serve_skills: ${String(flag)}\n${RETURN_A_BOOK}\nservers: [library]`;
}
