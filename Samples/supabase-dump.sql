SET session_replication_role = replica;

--
-- PostgreSQL database dump
--

\restrict InventedTokenOfADumpThatNobodyMade

-- Dumped from database version 17.6
-- Dumped by pg_dump version 17.6

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

INSERT INTO "auth"."users" ("id", "email") VALUES
	('5f0c0000-0000-4000-8000-000000000001', 'maya.rivera@example.org');

INSERT INTO "public"."schools" ("id", "user_id", "name", "division", "status", "pros", "academic_info", "family_unit_id", "created_at") VALUES
	('7d0c0000-0000-4000-8000-00000000f401', '5f0c0000-0000-4000-8000-000000000001', 'Birch Hill College', 'D3', 'interested', '{close,"well, warm"}', '{"student_size": 2100}', '5f0c0000-0000-4000-8000-00000000f001', '2025-09-01 12:00:00+00'),
	('7d0c0000-0000-4000-8000-00000000f402', '5f0c0000-0000-4000-8000-000000000001', 'Tall Pine University', NULL, 'researching', '{}', NULL, NULL, '2025-09-02 12:00:00+00');

INSERT INTO "public"."performance_metrics" ("id", "user_id", "recorded_date", "metric_type", "value", "unit", "notes", "verified", "created_at") VALUES
	('7d0c0000-0000-4000-8000-00000000f001', '5f0c0000-0000-4000-8000-000000000001', '2026-04-01', 'velocity', 76.5, 'mph', 'it''s windy', true, '2026-04-01 18:00:00.5+00'),
	('7d0c0000-0000-4000-8000-00000000f002', '5f0c0000-0000-4000-8000-000000000001', '2026-04-02', 'sixty_time', 7.21, 'sec', NULL, false, '2026-04-02 18:00:00+00');

INSERT INTO "public"."pickleball_players" ("id", "user_id", "name", "is_self") VALUES
	('7d0c0000-0000-4000-8000-00000000f101', '5f0c0000-0000-4000-8000-000000000001', 'Gwen Holt', false);

INSERT INTO "public"."pickleball_games" ("id", "user_id", "my_side", "side1_score", "side2_score", "target_score", "win_by", "completed_at", "is_completed") VALUES
	('7d0c0000-0000-4000-8000-00000000f201', '5f0c0000-0000-4000-8000-000000000001', 1, 11, 7, 11, 2, '2026-05-20 17:40:00+00', true),
	('7d0c0000-0000-4000-8000-00000000f202', '5f0c0000-0000-4000-8000-000000000001', 2, 13, 10, 11, 2, '2026-05-20 18:10:00+00', true);

COPY "public"."pickleball_game_players" ("id", "user_id", "game_id", "player_id", "team_id", "side", "position") FROM stdin;
7d0c0000-0000-4000-8000-00000000f301	5f0c0000-0000-4000-8000-000000000001	7d0c0000-0000-4000-8000-00000000f201	7d0c0000-0000-4000-8000-00000000f101	\N	2	\N
\.

INSERT INTO "public"."workouts" ("id", "user_id", "started_at", "zone", "title", "source_key") VALUES
	('7d0c0000-0000-4000-8000-00000000f401', '5f0c0000-0000-4000-8000-000000000001', '2026-05-21 17:00:00+00', 'America/Los_Angeles', 'Lower', NULL);

COPY "public"."workout_exercises" ("id", "user_id", "workout_id", "position", "name", "source_name") FROM stdin;
7d0c0000-0000-4000-8000-00000000f502	5f0c0000-0000-4000-8000-000000000001	7d0c0000-0000-4000-8000-00000000f401	2	Lunge	Lunges
7d0c0000-0000-4000-8000-00000000f501	5f0c0000-0000-4000-8000-000000000001	7d0c0000-0000-4000-8000-00000000f401	1	Squat	Squat (Barbell)
\.

COPY "public"."workout_sets" ("id", "user_id", "workout_exercise_id", "position", "kind", "completed", "reps", "weight_kg") FROM stdin;
7d0c0000-0000-4000-8000-00000000f601	5f0c0000-0000-4000-8000-000000000001	7d0c0000-0000-4000-8000-00000000f501	3	working	t	5	62.5
\.

COPY "public"."health_samples" ("id", "user_id", "type", "value", "unit", "start_at", "end_at", "local_day", "source", "origin") FROM stdin;
7d0c0000-0000-4000-8000-00000000f701	5f0c0000-0000-4000-8000-000000000001	step_count	812	count	2026-05-21 17:00:00+00	2026-05-21 17:10:00+00	2026-05-21	Watch	healthkit
\.

COPY "public"."body_measurements" ("id", "user_id", "kind", "value", "unit", "measured_at", "local_day", "source", "source_name") FROM stdin;
7d0c0000-0000-4000-8000-00000000f801	5f0c0000-0000-4000-8000-000000000001	weight	60.5	kg	2026-05-21 14:00:00+00	2026-05-21	manual	Scale
\.

COPY "public"."interactions" ("id", "school_id", "coach_id", "type", "direction", "subject", "content", "occurred_at", "logged_by", "family_unit_id", "created_at") FROM stdin;
7d0c0000-0000-4000-8000-00000000f501	7d0c0000-0000-4000-8000-00000000f401	7d0c0000-0000-4000-8000-00000000f601	email	outbound	Hello	Line one\nline two	2025-09-05 12:00:00+00	5f0c0000-0000-4000-8000-000000000001	\N	2025-09-05 12:01:00+00
7d0c0000-0000-4000-8000-00000000f502	7d0c0000-0000-4000-8000-00000000f402	\N	email	inbound	\N		2025-09-06 12:00:00+00	5f0c0000-0000-4000-8000-000000000001	5f0c0000-0000-4000-8000-00000000f001	2025-09-06 12:01:00+00
\.

COPY "public"."coaches" ("id", "school_id", "role", "first_name", "last_name", "user_id", "family_unit_id", "created_at") FROM stdin;
7d0c0000-0000-4000-8000-00000000f601	7d0c0000-0000-4000-8000-00000000f401	head	Ines	Moreau	5f0c0000-0000-4000-8000-000000000001	5f0c0000-0000-4000-8000-00000000f001	2025-09-03 12:00:00+00
\.

--
-- PostgreSQL database dump complete
--

\unrestrict InventedTokenOfADumpThatNobodyMade

RESET ALL;
