import type { TemplatePlan, WorkflowType } from '@paraph/domain';
import type { Defaulted, Id, Json } from './columns.ts';
import type { DocumentContents, PageSize } from './workflow-tables.ts';

// The tables of the templates room.

export interface TemplateRow {
  id: Id;
  organization_id: number;
  workspace_id: number;
  creator_id: number;
  name: string;
  type: WorkflowType;
  sender_message: string | null;
  expiry_days: number;
  preferences: Json<Record<string, string>>;
  plan: Json<TemplatePlan>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

export interface TemplateDocumentRow {
  id: Id;
  template_id: number;
  position: number;
  name: string;
  pages: Json<PageSize[]>;
  found: Json<DocumentContents>;
  original_file_id: number;
  thumb_file_id: number | null;
  storage_key: string;
}

export interface TemplateTagRow {
  template_id: number;
  tag_id: number;
}
