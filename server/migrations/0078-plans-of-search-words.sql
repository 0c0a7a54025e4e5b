-- Room: workflows. A plan for the very workflow always seems cheaper than one for any, so the statement in this function
-- was planned at each call, which takes ten times as long as executing it.
alter function write_search_words(bigint[]) set plan_cache_mode = force_generic_plan;
