/** Secrets are no parameters. */
import { rule } from '../../rule.ts';
import { isItem } from '../../analysis/intended-type/intended-type.ts';
import { isSecretName } from '../../analysis/secrets/secret-name.ts';

export const paramSecret = rule({
  id: 'param/secret',
  subject: 'param',
  severity: 'error',
  says: 'A secret must come from the environment, not from the model.',
  profiles: ['ext'],
  why: 'A secret argument is visible in the conversation, in logs and to the model vendor, and a prompt injection can make the model send it elsewhere.',
  source: 'MCP 2025-11-25, authorization (a local server takes credentials from the environment)',
  good: [
    'parameters: { page_token: { type: string, description: next_page_token of the answer before. } }',
    'parameters: { max_tokens: { type: integer, minimum: 1, maximum: 4000, default: 500, description: Length of the summary. } }',
    'parameters: { secret_santa_id: { type: string, description: Number of the round of presents. } }',
  ],
  bad: [
    'parameters: { api_key: { type: string, description: Your key for the library. } }',
    'parameters: { password: { type: [string, "null"], description: Password of the reader; null for guests. } }',
    'parameters:\n  username: { type: string, description: Name on the card. }\n  password: { type: string, description: Password of the reader. }',
    'parameters: { auth: { type: object, description: How to log in., properties: { accessToken: { type: string, description: From the login. } } } }',
  ],
  check(param, report) {
    const { name } = param;
    if (isItem(param) || !isSecretName(param)) return;
    report(
      [],
      `Parameter "${name}" asks the model for a secret.`,
      'Declare it under `env:` of the server with `secret: true`, and use {env.NAME} where it is sent.',
      { part: 'key' },
    );
  },
});
