/** The one list of names of secrets, by a table of names that are secrets and of their near misses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  isSecretCookie,
  isSecretHeader,
  isSecretParameter,
  isSecretProperty,
  isSecretVariable,
} from '../runtime/language/secret-names.ts';

/** Of whatever has the name. */
const ALWAYS = `
  password passwd userPassword new_password password_confirmation PASSWORD_2 db-password pass_phrase passphrase
  secret clientSecret client_secret CLIENT_SECRET clientsecret webhook_secret SECRET_KEY secretKey app_secret
  api_key apiKey APIKey apikey X-API-Key api-keys access_key private_key signing_key encryptionKey masterKey
  AWS_SECRET_ACCESS_KEY subscription-key api_key_v2 API_KEY_PROD token access_token accessToken accesstoken
  refresh_token id_token bearer_token AUTH_TOKEN apiToken github_token personal_access_token api_tokens TOKEN_1
  authorization credentials credential auth_header session_token session_cookie cvv jwt totp seed_phrase
`;

/** Of a variable, a header, a parameter of a query or a flag; a property of an answer or a body with the name is often none. */
const OUTSIDE = `
  key SHOP_KEY X-Key xi-key invite_token X-Queue-Token server_token auth BASIC_AUTH X-Auth DB_PASS
`;

const NEVER = `
  max_tokens tokens total_tokens prompt_tokens token_count tokenCount tokenizer token_type page_token pageToken
  next_page_token nextPageToken nextpagetoken continuation_token continuationtoken sync_token device_token pad_token
  X-CSRF-Token xsrf_token cursor_token keyboard keyword keywords monkey turkey hockey key_id key_name keys author
  authority authenticated auth_type authMethod authorship secret_santa_id secret_name secretary secret_id
  password_policy password_length password_hint passwordless passport_number passenger passage pass_through
  compass bypass sort_key sortKey primary_key foreign_key partition_key public_key publicKey PUBLIC_KEY
  publishable_key idempotency_key Idempotency-Key cache_key object_key issue_key project_key hotkey
  Sec-WebSocket-Key use_token has_password requires_auth no_auth is_secret show_password reset_password
  accept_language user username user_id client_id CLIENT_ID session_id Mcp-Session-Id Accept Content-Type
  TOKEN_FILE TOKEN_URL SECRET_PATH API_KEY_ID tokens_per_minute signature_date credential_id bearer_id cookie_policy
  HOME PATH PORT LANG region query limit
`;

const listed = (names: string): string[] => names.trim().split(/\s+/);
const BY = { variable: isSecretVariable, header: isSecretHeader, parameter: isSecretParameter, cookie: isSecretCookie };

describe('names of secrets', () => {
  test('are found wherever they are', () => {
    for (const [what, isSecret] of Object.entries({ ...BY, property: isSecretProperty })) {
      expect(
        listed(ALWAYS).filter((name) => !isSecret(name)),
        what,
      ).toEqual([]);
    }
  });

  test('that are secrets only outside of a body are found there alone', () => {
    for (const [what, isSecret] of Object.entries(BY)) {
      const here = listed(OUTSIDE).filter((name) => what !== 'cookie' || !/pass/i.test(name));
      expect(
        here.filter((name) => !isSecret(name)),
        what,
      ).toEqual([]);
    }
    expect(listed(OUTSIDE).filter(isSecretProperty)).toEqual([]);
  });

  test('have near misses, which are left', () => {
    for (const [what, isSecret] of Object.entries({ ...BY, property: isSecretProperty })) {
      const here = listed(NEVER).filter((name) => what !== 'cookie' || !/^(?:Mcp-S|s)ession/.test(name));
      expect(here.filter(isSecret), what).toEqual([]);
    }
  });

  test('of one place alone', () => {
    expect(
      listed('DB_DSN DATABASE_URL REDIS_URL GITHUB_PAT SHOP_COOKIE').filter((one) => !isSecretVariable(one)),
    ).toEqual([]);
    expect(listed('BASE_URL SHOP_URL PAT_ID dsn_name PWD OLDPWD').filter(isSecretVariable)).toEqual([]);
    expect(listed('Cookie X-Session X-Hub-Signature').filter((one) => !isSecretHeader(one))).toEqual([]);
    expect(
      listed('session_id sid JSESSIONID PHPSESSID connect.sid session sessionid').filter((one) => !isSecretCookie(one)),
    ).toEqual([]);
    expect(listed('theme lang obsession side').filter(isSecretCookie)).toEqual([]);
  });
});

test('nowhere else is a list of such names', () => {
  const files = ['compiler', 'runtime'].flatMap((room) => {
    return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`);
  });
  const sources = files.filter(
    (file) => file.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\/|generated/.test(file),
  );
  const lists = sources.filter((file) => {
    const all = readFileSync(join(ROOT, file), 'utf8').match(/\/(?![/*])[^\n]*\|[^\n]*\/[a-z]*/g) ?? [];
    return all.some(
      (regex) => NAMES.filter((name) => new RegExp(`[|(/]\\W*${name}\\W*[|)/]`, 'i').test(regex)).length > 1,
    );
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(lists).toEqual(WITH_OTHERS);
});

const ROOT = join(import.meta.dirname, '..');
/** The schemes of a login, headers that the client sets, and the list itself. */
const WITH_OTHERS = [
  'compiler/check/analysis/secrets/literal-secret.ts',
  'compiler/features/import/openapi/parameters.ts',
  'runtime/language/secret-names.ts',
];
const NAMES = ['passw(?:or)?d', 'secret', 'token', 'credentials?', 'api\\W*key', 'authorization', 'cookie', 'auth'];
