import type { Wording } from '../rules/wording.ts';
import { amazonWordings } from './amazon.ts';
import { anthropicWordings } from './anthropic.ts';
import { gatewayWordings } from './gateways.ts';
import { googleWordings } from './google.ts';
import { hostedWordings } from './hosted.ts';
import { languageWordings } from './languages.ts';
import { localWordings } from './local.ts';
import { openaiWordings } from './openai.ts';
import { vllmWordings } from './vllm.ts';

/** Every sentence that says overflow. Order decides nothing but ties: the match with the most numbers counts. */
export const overflowWordings: readonly Wording[] = [
  ...vllmWordings,
  ...gatewayWordings,
  ...openaiWordings,
  ...anthropicWordings,
  ...googleWordings,
  ...amazonWordings,
  ...localWordings,
  ...hostedWordings,
  ...languageWordings,
];
