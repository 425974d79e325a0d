/** MCP servers of npm that start without credentials, or with dummy ones: the judges of fronts. */
import type { JsonObject } from '../../runtime/language/json.ts';

export interface Judge {
  readonly package: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Dummy values, without which it does not start. */
  readonly env?: Readonly<Record<string, string>>;
  readonly calls?: readonly (readonly [tool: string, args: JsonObject])[];
}

export const JUDGES: readonly Judge[] = [
  {
    package: '@modelcontextprotocol/server-filesystem',
    file: 'dist/index.js',
    args: ['.'],
    calls: [
      ['list_directory', { path: '.' }],
      ['read_text_file', { path: 'a.txt' }],
      ['read_text_file', { path: '../out' }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-everything',
    file: 'dist/index.js',
    calls: [
      ['echo', { message: 'hello' }],
      ['get-sum', { a: 1, b: 2 }],
      ['get-tiny-image', {}],
      ['get-structured-content', { location: 'New York' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-memory',
    file: 'dist/index.js',
    env: { MEMORY_FILE_PATH: 'memory.jsonl' },
    calls: [
      ['read_graph', {}],
      ['search_nodes', { query: 'x' }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-sequential-thinking',
    file: 'dist/index.js',
    calls: [['sequentialthinking', { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }]],
  },
  { package: '@playwright/mcp', file: 'cli.js' },
  { package: '@upstash/context7-mcp', file: 'dist/index.js' },
  { package: '@notionhq/notion-mcp-server', file: 'bin/cli.mjs', env: { NOTION_TOKEN: 'ntn_dummy' } },
  { package: 'mongodb-mcp-server', file: 'dist/esm/index.js' },
  { package: 'chrome-devtools-mcp', file: 'build/src/bin/chrome-devtools-mcp.js' },
  { package: '@zereight/mcp-gitlab', file: 'build/index.js', env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'dummy' } },
  { package: '@wonderwhy-er/desktop-commander', file: 'dist/index.js' },
  { package: 'tavily-mcp', file: 'build/index.js', env: { TAVILY_API_KEY: 'dummy' } },
  { package: 'exa-mcp-server', file: 'dist/stdio.cjs', env: { EXA_API_KEY: 'dummy' } },
  { package: 'firecrawl-mcp', file: 'dist/index.js', env: { FIRECRAWL_API_KEY: 'dummy' } },
  { package: '@sentry/mcp-server', file: 'dist/index.js', env: { SENTRY_ACCESS_TOKEN: 'dummy' } },
  { package: 'airtable-mcp-server', file: 'dist/main.js', env: { AIRTABLE_API_KEY: 'dummy' } },
  { package: 'mcp-server-kubernetes', file: 'dist/index.js' },
  { package: '@antv/mcp-server-chart', file: 'build/index.js' },
  { package: '@executeautomation/playwright-mcp-server', file: 'dist/index.js' },
  { package: '@mastra/mcp-docs-server', file: 'dist/stdio.js' },
  { package: '@brightdata/mcp', file: 'server.js', env: { API_TOKEN: 'dummy' } },
  { package: 'figma-developer-mcp', file: 'dist/bin.js', args: ['--stdio'], env: { FIGMA_API_KEY: 'dummy' } },
  { package: 'next-devtools-mcp', file: 'dist/index.js' },
  {
    package: '@elastic/mcp-server-elasticsearch',
    file: 'dist/index.js',
    env: { ES_URL: 'http://127.0.0.1:9', ES_API_KEY: 'dummy' },
  },
  {
    package: 'mcp-server-code-runner',
    file: 'dist/cli.js',
    calls: [['run-code', { code: 'console.log(6 * 7)', languageId: 'javascript' }]],
  },
  // Chosen later, by nothing but that they start.
  {
    package: '@agent-infra/mcp-server-commands',
    file: 'dist/index.cjs',
    calls: [
      ['run_command', { command: 'echo hello' }],
      ['run_command', { command: 'exit 3' }],
    ],
  },
  { package: '@angiejones/mcp-selenium', file: 'src/lib/server.js' },
  { package: '@circleci/mcp-server-circleci', file: 'dist/index.js', env: { CIRCLECI_TOKEN: 'dummy' } },
  { package: '@brave/brave-search-mcp-server', file: 'dist/index.js', env: { BRAVE_API_KEY: 'dummy' } },
  { package: '@aashari/mcp-server-atlassian-jira', file: 'dist/index.js' },
  {
    package: '@browserstack/mcp-server',
    file: 'dist/index.js',
    env: { BROWSERSTACK_USERNAME: 'dummy', BROWSERSTACK_ACCESS_KEY: 'dummy' },
  },
];
