/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { deleteContactsOf, forgetLearned, listContactsOf, listNamesakes } from './contact-store.ts';
