import { askingTools } from './asking-tools.ts';
import { draftTools } from './draft-tools.ts';
import { explainTool } from './explain.ts';
import { readingTools } from './reading-tools.ts';
import type { Tool } from './tool.ts';

/** All that agents can do, and nothing else: tests hold the list. */
export const TOOLS: readonly Tool[] = [...readingTools, ...draftTools, ...askingTools, explainTool];
