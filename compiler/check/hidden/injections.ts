/** Instructions to the model that do not describe a tool. Data; matched in text on one line. */

interface Injection {
  readonly pattern: RegExp;
  /** Words of tools and servers whose subject is prompts, which may mention them. */
  readonly unless?: readonly string[];
}

const PROMPTS = ['prompt', 'assistant', 'agent', 'persona', 'llm', 'chatbot', 'bot', 'model'];

export const INJECTIONS: readonly Injection[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.!?]{0,40}?\b(?:previous|prior|earlier|preceding|above|other|system|your|all|any)\b[^.!?]{0,30}?\b(?:instructions?|prompts?|guidelines|directives|guardrails)\b(?!\s+(?:(?:that|which)\s+)?(?:are\s+|is\s+|may be\s+|it\s+)?(?:embedded|inside|within|contained|found|hidden|written|in|from|on|of)\s+(?:it|its|them|such|a|an|the\s+(?!system|prompt|conversation|chat|user)|this\s+(?!prompt|conversation|chat)|that\s|their|untrusted|external|in|inside|within)\b)/i,
    unless: ['injection', 'jailbreak', 'guardrail'],
  },
  { pattern: /\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|(?:you|that)\b)/i },
  {
    pattern:
      /\b(?:do not|don['’]?t|never|must not|without)\s+(?:ever\s+)?tell(?:ing)?\s+(?:the\s+|your\s+)?(?:users?|humans?|anyone|anybody|them)\b/i,
  },
  {
    pattern:
      /\b(?:do not|don['’]?t|never|must not|without)\s+(?:ever\s+)?(?:mention|reveal|disclos|show|say|report|inform|notif)\w*\s+(?:the\s+)?(?:this|these|that|any of this|(?:users?|humans?)\s+(?:about|of|that))\b[^.!?]{0,20}?\b(?:users?|humans?|anyone|this|these|you|call|instructions?|tool)\b/i,
  },
  {
    pattern:
      /\b(?:hide|conceal|keep)\s+(?:this|these|it|that)\b[^.!?]{0,30}?\bfrom the (?:user|human)\b|\bwithout the user(?:['’]s)? (?:knowledge|knowing|noticing)\b/i,
  },
  {
    pattern:
      /<\/?\s*(?:important|system|secret|instructions?|admin|assistant|hidden|critical|sys|priority|rules?|override)\b[^<>]{0,40}>/i,
  },
  {
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>|\[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>/i,
  },
  {
    pattern:
      /(?:^|\n)[^\S\n]*(?:#{1,6}[^\S\n]*)?(?:system|assistant)(?:\s*(?:prompt|message|instructions?))?\s*:\s*(?:you|ignore|always|never)\b/i,
  },
  {
    pattern:
      /\b(?:reveal|print|include|send|pass|output|repeat|show|forward|append|attach|copy|leak|put|provide|follow|obey|overrides?|overwrites?|replaces?|supersedes?)\s+(?:me\s+)?(?:the|its|this|all|whole|entire|full|current|new)\s+(?:\w+\s+){0,2}?system prompts?\b|\bsystem prompts?\s*(?::|says|is now|instructs?|requires?)/i,
    unless: PROMPTS,
  },
  { pattern: /\byour (?:system prompt|hidden instructions|developer message)\b/i },
  {
    pattern: /\b(?:before|instead of|rather than|prior to)\b[^.!?]{0,30}?\b(?:any|every|all|each)\s+other\s+tools?\b/i,
  },
  {
    pattern:
      /\byou are now (?:in |an? )?(?:\w+ )?(?:mode|assistant|ai|agent|model)\b|\b(?:developer|god|jailbreak|dan) mode\b/i,
  },
  {
    pattern:
      /\b(?:include|pass|send|put|provide|append|forward)\b[^.!?]{0,40}?\b(?:whole|entire|full|complete)\s+(?:conversation|chat history|message history|context window|dialogue)\b/i,
    unless: ['chat', 'message', 'conversation', 'mail', 'email', 'transcript'],
  },
  {
    pattern:
      /\b(?:read|open|cat|send|include|attach|upload|pass)\b[^.!?]{0,60}?(?:~\/\.ssh\/|\bid_rsa\b|\.aws\/credentials|\bmcp\.json\b|\.netrc\b)/i,
  },
];
