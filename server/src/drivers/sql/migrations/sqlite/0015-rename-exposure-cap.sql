-- The exposure cap of a rollout was called its door.
update audit set action = 'rollout.cap', detail = replace(detail, '"isShut":', '"isReached":') where action = 'rollout.door';
update rollouts set plan = replace(plan, '"doorShut":', '"capReached":');
