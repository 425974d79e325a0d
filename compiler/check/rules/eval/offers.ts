/** The prompt that a case starts from, and the resources that are attached to it. */
import { utf8Text } from '../../../base/text/utf8.ts';
import { folderOf } from '../../analysis/offered-files.ts';
import { offerIssues, withOfferCases } from '../../analysis/evals/offers.ts';
import { crossRule } from '../../rule.ts';

const PROMPT = `prompts:
  - name: plan_visit
    description: Plans a visit.
    arguments: { day: { description: Which day., required: true } }
    messages: "When can I come on {day}?"`;
const HOURS = 'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]';
const tool = (cases: string): string =>
  `tools:
  - name: get_hours
    description: { does: Reads the hours., when: the user wants to come }
    parameters: { day: { type: string, default: all, description: Which day. } }
    effects: read
    handler: handlers.ts
    evals: [${cases}]`;
const BOOK = `${tool('{ query: who wrote this, with: ["books://hour/friday"] }')}\nresources: [{ uri: "books://hour/{day}", name: hour, tool: get_hours }]`;

export const evalOffers = crossRule({
  id: 'eval/offers',
  subject: 'server',
  severity: 'error',
  around: ({ servers, files }) =>
    servers.filter(({ tools }) => withOfferCases(tools).length > 0).map((server) => [server, files]),
  says: 'The prompt and the resources of an eval must be those of its server, and have a text.',
  why: 'The case is sent with the text of the prompt and with the content of each resource. Without one of them it cannot be judged.',
  source: 'MCP 2025-11-25, server/prompts; server/resources',
  good: [
    `${PROMPT}\n${tool('{ query: { prompt: plan_visit, arguments: { day: friday } } }')}`,
    `${HOURS}\n${tool('{ query: is that still so on Friday, with: ["books://hours"] }')}`,
    BOOK.replace('"books://hour/friday"', '{ uri: "books://hour/friday", text: From nine to five. }'),
  ],
  bad: [
    `${PROMPT}\n${tool('{ query: { prompt: plan_visits, arguments: { day: friday } } }')}`,
    `${PROMPT}\n${tool('{ query: { prompt: plan_visit, arguments: { days: friday } } }')}`,
    `prompts: [{ name: plan_visit, description: Plans a visit., messages: [{ text: May I come? }, { role: assistant, text: When? }] }]\n${tool('{ query: { prompt: plan_visit } }')}`,
    `${HOURS}\n${tool('{ query: is that still so, with: ["books://hour"] }')}`,
    `${HOURS}\n${tool('{ query: is that still so, with: [{ uri: "books://hours", text: Always. }] }')}`,
    BOOK,
  ],
  check({ spec: { prompts = [], resources = [] }, tools, file: place }, report, files) {
    const folder = folderOf({ file: place });
    const isBinary = (file: string): boolean => {
      const entry = files.find(({ path }) => path === folder + file);
      return entry !== undefined && utf8Text(entry.bytes) === undefined;
    };
    for (const on of withOfferCases(tools))
      for (const [at, one] of (on.spec.evals ?? []).entries())
        for (const [path, message, hint, part] of offerIssues(one, { prompts, resources, isBinary }))
          report(['evals', at, ...path], message, hint, { on, ...(part && { part }) });
  },
});
