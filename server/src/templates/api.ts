/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  countTemplatesIn,
  deleteTemplatesOf,
  findTemplateSummary,
  handOverTemplates,
  isVisible,
  listTemplatesIn,
  listTemplatesMadeBy,
  readTemplateNames,
} from './template-store.ts';
