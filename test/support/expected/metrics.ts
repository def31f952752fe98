/** What `/metrics` says of each metric: name, type and help. Dashboards and alerts use these names. */
const table = `
fightcard_build_info gauge The running version, in a label; always 1.
fightcard_log_lines_suppressed_total counter Lines of the log that were not written: another stands for them, or the output took none.
fightcard_worker_starts_total counter Processes that began to answer requests.
fightcard_worker_ends_total counter Workers that ended, by reason.
fightcard_workers_ready gauge Processes that answer requests now.
fightcard_workers_wanted gauge Processes that should answer requests.
fightcard_redis_up gauge Whether Redis answered the last look, 1 or 0.
fightcard_redis_writable gauge Whether Redis took a write at the last look, 1 or 0.
fightcard_content_generation gauge Number of the generation of content served.
fightcard_content_published_timestamp_seconds gauge When the content served was published; 0 while unknown.
fightcard_feed_on_air gauge Whether the feed of an event is on air, 1 or 0.
fightcard_feed_changed_timestamp_seconds gauge When the last live update of the event on air was applied; 0 without one.
fightcard_requests_total counter Requests answered, by operation and class of the status.
fightcard_request_duration_seconds histogram Time from the headers of a request to the end of its reply, or to the start of a stream.
fightcard_requests_in_flight gauge Requests that are being answered, without streams.
fightcard_problems_total counter Replies with problem details, by problem.
fightcard_requests_shed_total counter Requests refused to protect the server, by reason.
fightcard_contract_misfit_total counter Replies that did not fit their contract.
fightcard_event_loop_delay_seconds histogram How late turns of the event loop were, looked at every 10 ms.
fightcard_overload_queueing gauge Processes that let requests wait because of overload.
fightcard_cache_lookups_total counter Cacheable requests, by how they were answered.
fightcard_cache_loads_total counter Replies loaded from the store, by result.
fightcard_cache_bytes gauge Estimated bytes of cached replies.
fightcard_cache_replies gauge Cached replies, without those of unknown ids.
fightcard_cache_loads_in_progress gauge Replies in the making, by state.
fightcard_cache_loads_limit gauge Replies that may be in the making at once; it falls when they take too long.
fightcard_ballots_total counter Votes and scorecards, by verdict.
fightcard_ballot_batch_size_ballots histogram Votes or scorecards that travelled to Redis together.
fightcard_redis_commands_total counter Redis commands, by connection and result.
fightcard_redis_command_duration_seconds histogram Time from sending a Redis command to its reply, error or timeout.
fightcard_redis_reconnects_total counter Redis connections that were made again.
fightcard_redis_away gauge Processes whose subscription to Redis is lost or late.
fightcard_stream_readers gauge Open Server-Sent Event streams.
fightcard_stream_events_total counter Events sent to stream readers.
fightcard_stream_slow_readers_cut_total counter Slow stream readers disconnected.
fightcard_request_processes_resident_memory_bytes gauge Memory of the request processes.
fightcard_event_loop_silence_seconds gauge How long the slowest event loop has not run.
fightcard_ready gauge Whether /readyz answers 200, 1 or 0.
`;

export const expectedMetrics = table
  .trim()
  .split('\n')
  .map((line) => /^(\w+) (\w+) (.*)$/.exec(line)?.slice(1));

/** Upper bounds of the buckets of each histogram: alerts ask for quantiles, which are no finer than these. */
export const expectedBounds: Readonly<Record<string, string>> = {
  fightcard_request_duration_seconds:
    '0.0001 0.00025 0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 +Inf',
  fightcard_event_loop_delay_seconds: '0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf',
  fightcard_ballot_batch_size_ballots: '1 2 4 8 16 32 64 128 +Inf',
  fightcard_redis_command_duration_seconds: '0.00025 0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 5 +Inf',
};
