/** The public sets that the benchmark of tool choice reads, and where each comes from. Data. */

export interface Source {
  /** Of the prepared file, without `.json`. */
  readonly file: string;
  readonly title: string;
  /** Repository on GitHub, the commit it was read at, and its files. */
  readonly from: string;
  /** What was taken from them. */
  readonly taken: string;
  /** No weight and no word of the reader was chosen by it. */
  readonly held?: true;
}

const BFCL = 'ShishirPatil/gorilla@6ea57973, berkeley-function-call-leaderboard/bfcl_eval/data/';
const SEAL = 'fairyshine/Seal-Tools@ce753ecd, Seal-Tools_Dataset/tool.jsonl and ';
const ACE = 'chenchen0103/ACEBench@56dd66cf, data_all/';
const ULTRA = 'JoeYing1019/UltraTool@9f3793c3, data/';
const RAVEN = 'nexusflowai/NexusRaven@f3288276, raven/data/resources/';
const AZURE = 'microsoft/mcp@557fca14, ';
const AZURE_PROMPTS = 'eng/tools/ToolDescriptionEvaluator/prompts/';
const GROUPS = 'all tools in groups of about 100, drawn with seed 1';
const MCP_BENCH = 'mcp-tool-bench/MCPToolBenchPP@323725c4, data/';

export const SOURCES: readonly Source[] = [
  {
    file: 'live_multiple',
    title: 'BFCL v4 live multiple, tools of each request',
    from: `${BFCL}BFCL_v4_live_multiple.json`,
    taken: 'requests with two tools or more; the first function of the answer',
  },
  {
    file: 'live_pooled',
    title: 'BFCL v4 live multiple, all tools at once',
    from: `${BFCL}BFCL_v4_live_multiple.json`,
    taken: 'every request against the tools of all, each name once',
  },
  {
    file: 'multiple_pooled',
    title: 'BFCL v4 multiple, all tools at once',
    from: `${BFCL}BFCL_v4_multiple.json`,
    taken: 'as above',
  },
  {
    file: 'metatool',
    title: 'MetaTool',
    from: 'HowieHwong/MetaTool@35e81bb7, dataset/data/all_clean_data.csv, dataset/big_tool_des.json, dataset/plugin_des.json',
    taken: '2,000 requests drawn with seed 1; tools without parameters',
  },
  {
    file: 'mcptb_browser',
    title: 'MCPToolBench++ browser',
    from: `${MCP_BENCH}browser/browser_0724_single_v3.json`,
    taken: 'requests with one call',
  },
  {
    file: 'mcptb_files',
    title: 'MCPToolBench++ file system',
    from: `${MCP_BENCH}file_system/filesystem_0723_single.json`,
    taken: 'requests with one call',
  },
  {
    file: 'mcptb_search',
    title: 'MCPToolBench++ search',
    from: `${MCP_BENCH}search/search_0725_single_v2.json`,
    taken: 'requests with one call',
  },
  {
    file: 'seal_dev',
    title: 'Seal-Tools dev',
    from: `${SEAL}dev.jsonl`,
    taken: 'requests with one call, against all tools',
  },
  {
    file: 'seal_out',
    title: 'Seal-Tools out of domain',
    from: `${SEAL}test_out_domain.jsonl`,
    taken: 'requests with one call, against all tools',
  },
  {
    file: 'toolalpaca',
    title: 'ToolAlpaca evaluation',
    from: 'tangqiaoyu/ToolAlpaca@18906999, data/eval_simulated.json and data/eval_real.json',
    taken: 'requests with one call and two tools or more',
  },
  {
    file: 'ace_given',
    title: 'ACEBench English, tools of each request',
    from: `${ACE}data_en/data_normal_single_turn_single_function.json and data_normal_atom_*.json`,
    taken: 'requests with one call and two tools or more',
  },
  {
    file: 'ace_pooled',
    title: 'ACEBench English, groups of tools',
    from: `${ACE}data_en/, as above`,
    taken: `requests with one call; ${GROUPS}`,
  },
  {
    file: 'apibank',
    title: 'API-Bank',
    from: 'AlibabaResearch/DAMO-ConvAI@483554ea, api-bank/apis/ and api-bank/lv1-lv2-samples/level-1-given-desc/',
    taken: 'dialogues with one API but for the token; what the user says first, against all APIs',
  },
  {
    file: 'bfcl_simple',
    title: 'BFCL v4 simple Python',
    from: `${BFCL}BFCL_v4_simple_python.json`,
    taken: GROUPS,
  },
  {
    file: 'home_assistant',
    title: 'Home Assistant device actions',
    from: 'allenporter/home-assistant-datasets@d5ebbf09, datasets/device-actions-v2-collect/assist-llm-function-calling/test/conversation.jsonl',
    taken: 'requests with one tool; the tools of each request',
  },
  {
    file: 'nexus_virustotal',
    title: 'NexusRaven VirusTotal',
    from: `${RAVEN}virustotal_queries.json and virustotal_function_definitions.py`,
    taken: 'all requests against all functions',
  },
  {
    file: 'ultratool_en',
    title: 'UltraTool English',
    from: `${ULTRA}English-dataset/test.json`,
    taken: `plans with one tool; ${GROUPS}`,
  },
  {
    file: 'ace_zh',
    title: 'ACEBench Chinese, groups of tools',
    from: `${ACE}data_zh/`,
    taken: 'as the English one',
    held: true,
  },
  {
    file: 'azure_commands',
    title: 'Azure MCP commands',
    from: `${AZURE}${AZURE_PROMPTS}prompts.json, and the descriptions of the commands in tools/ and core/`,
    taken: 'the commands whose source was found by their name; no parameters',
    held: true,
  },
  {
    file: 'azure_consolidated',
    title: 'Azure MCP consolidated tools',
    from: `${AZURE}${AZURE_PROMPTS}consolidated-prompts.json and servers/Azure.Mcp.Server/src/Resources/consolidated-tools.json`,
    taken: 'no parameters',
    held: true,
  },
  {
    file: 'azure_namespaces',
    title: 'Azure MCP namespaces',
    from: `${AZURE}${AZURE_PROMPTS}namespace-prompts.json and namespace-tools.json`,
    taken: 'no parameters',
    held: true,
  },
  {
    file: 'bfcl_java_js',
    title: 'BFCL v4 simple Java and JavaScript',
    from: `${BFCL}BFCL_v4_simple_java.json and BFCL_v4_simple_javascript.json`,
    taken: GROUPS,
    held: true,
  },
  {
    file: 'bfcl_live_simple',
    title: 'BFCL v4 live simple',
    from: `${BFCL}BFCL_v4_live_simple.json`,
    taken: GROUPS,
    held: true,
  },
  {
    file: 'bfcl_multi_turn',
    title: 'BFCL v4 multi-turn base, turns with one call',
    from: `${BFCL}BFCL_v4_multi_turn_base.json and multi_turn_func_doc/`,
    taken: 'each such turn alone, against the functions of its conversation',
    held: true,
  },
  {
    file: 'nexus_toolllm',
    title: 'NexusRaven ToolLLM',
    from: `${RAVEN}toolllm_queries.json`,
    taken: 'all requests, with the functions of each',
    held: true,
  },
  {
    file: 'rotbench_clean',
    title: 'RoTBench clean, first turn',
    from: 'Junjie-Ye/RoTBench@637e43ae, Data/First_Turn/clean.json',
    taken: 'requests with one right tool; the tools of each request',
    held: true,
  },
  {
    file: 'sgd_test',
    title: 'Schema-Guided Dialogue test',
    from: 'google-research-datasets/dstc8-schema-guided-dialogue@e852981a, test/',
    taken: '1,500 first utterances drawn with seed 1, against the intents of one service of each domain',
    held: true,
  },
  {
    file: 'ultratool_zh',
    title: 'UltraTool Chinese',
    from: `${ULTRA}Chinese-dataset/test.json`,
    taken: 'as the English one',
    held: true,
  },
  {
    file: 'when2call',
    title: 'When2Call, requests that call for a tool',
    from: 'NVIDIA/When2Call@ecc8d423, data/test/when2call_test_llm_judge.jsonl',
    taken: GROUPS,
    held: true,
  },
];
