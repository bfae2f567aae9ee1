"""Dumps of invented families, as pg_dump writes them: `families.py FAMILIES SCHOOLS COACHES INTERACTIONS FILE`.

Each family is an athlete and a parent with their schools, coaches, events, offers and messages. Every second athlete is a
minor; statuses of old are among the schools'. `played` is what athletes do beside that, as SQL.
"""
import datetime
import json
import random
import sys
import uuid

TABLES = {
    "users": "id, email, full_name, role, date_of_birth, timezone, created_at",
    "family_units": "id, family_name, created_by_user_id, created_at",
    "family_members": "id, family_unit_id, user_id, role, added_at",
    "user_preferences": "id, user_id, category, data, created_at",
    "schools": "id, user_id, name, division, status, family_unit_id, pros, academic_info, created_at",
    "coaches": "id, school_id, role, first_name, last_name, user_id, family_unit_id, created_at",
    "events": "id, school_id, type, name, start_date, user_id, family_unit_id, coaches_present, created_at",
    "interactions": "id, school_id, coach_id, event_id, type, direction, subject, content, occurred_at, logged_by, "
    "family_unit_id, created_at",
    "offers": "id, user_id, school_id, offer_type, status, offer_date, family_unit_id, created_at",
}
# Games of four players, rallies of the games of the last 12 days; 100 workouts of 4 exercises of 5 sets; a year's weight.
PLAYED = """
insert into public.pickleball_players (user_id, name, is_self)
select u.id, 'P' || n, n = 0 from {users} as u cross join generate_series(0, {players} - 1) as n;
insert into public.pickleball_games
    (user_id, game_type, completed_at, side1_score, side2_score, rallies_are_true, duration_s)
select u.id, 'social', timestamptz '{day} 09:00Z' - n * interval '{every} days', 11, n % 10, true, 600
from {users} as u cross join generate_series(1, {games}) as n;
insert into public.pickleball_game_players (user_id, game_id, player_id, side)
select g.user_id, g.id, p.id, case when p.name < 'P2' then 1 else 2 end
from public.pickleball_games as g join public.pickleball_players as p on p.user_id = g.user_id
where p.name < 'P4';
insert into public.pickleball_rallies (user_id, game_id, rally_no, serving_side, winning_side, shots)
select g.user_id, g.id, n, 1 + n / 3 % 2, 1 + n % 2, n % 9
from public.pickleball_games as g cross join generate_series(1, 20) as n
where g.completed_at > timestamptz '{day} 09:00Z' - interval '12 days';
insert into public.workouts (user_id, started_at)
select u.id, timestamptz '{day} 09:00Z' - n * interval '2 days'
from {users} as u cross join generate_series(1, 100) as n;
insert into public.workout_exercises (user_id, workout_id, position, name, source_name)
select w.user_id, w.id, n, (array['Squat', 'Row', 'Dip', 'Press'])[n], 'x'
from public.workouts as w cross join generate_series(1, 4) as n;
insert into public.workout_sets (user_id, workout_exercise_id, position, reps, weight_kg)
select e.user_id, e.id, n, n, 50 + n from public.workout_exercises as e cross join generate_series(1, 5) as n;
insert into public.body_measurements (user_id, kind, value, unit, measured_at, local_day, source)
select u.id, 'weight', 60, 'kg', timestamptz '{day} 09:00Z' - n * interval '1 day', date '{day}' - n, 'healthkit'
from {users} as u cross join generate_series(1, 365) as n;
"""
STATUSES = ["researching", "contacted", "interested", "visiting", "declined"]


class Families:
    def __init__(self, schools, coaches, interactions):
        self.sizes = (schools, coaches, interactions)
        self.random = random.Random(7)
        self.start = datetime.datetime(2025, 1, 1, tzinfo=datetime.timezone.utc)

    def id(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def time(self):
        moment = self.start + datetime.timedelta(seconds=self.random.randrange(500 * 86400))
        return moment.strftime("%Y-%m-%d %H:%M:%S+00")

    def family(self, number):
        """Rows of one family by table."""
        schools, coaches, interactions = self.sizes
        choice, athlete, parent, family = self.random.choice, self.id(), self.id(), self.id()
        rows = {name: [] for name in TABLES}
        born = "2010-03-01" if number % 2 else "2004-01-01"
        rows["users"] += [
            [athlete, f"athlete{number}@example.org", f"Athlete {number}", "player", born, "America/Denver", self.time()],
            [parent, f"parent{number}@example.org", f"Parent {number}", "parent", None, "America/Denver", self.time()],
        ]
        rows["family_units"].append([family, f"Family {number}", parent, self.time()])
        for user, role in [(athlete, "player"), (parent, "parent")]:
            rows["family_members"].append([self.id(), family, user, role, self.time()])
        rows["user_preferences"].append([self.id(), athlete, "player", json.dumps({"height_inches": 70}), self.time()])
        places = [self.id() for _ in range(schools)]
        for place in places:
            size = json.dumps({"student_size": self.random.randrange(500, 30000)})
            rows["schools"].append(
                [place, athlete, f"School {place[:4]}", choice(["D1", "D2", None]), choice(STATUSES), family, "{}", size,
                 self.time()])
        people = [(self.id(), choice(places)) for _ in range(coaches)]
        for person, place in people:
            role = choice(["head", "assistant", "recruiting"])
            rows["coaches"].append([person, place, role, "Kim", f"Coach {person[:4]}", athlete, family, self.time()])
        events = [self.id() for _ in range(10)]
        for event in events:
            rows["events"].append(
                [event, choice(places), "camp", "Camp", "2025-06-01", athlete, None, "{%s}" % people[0][0], self.time()])
        for turn in range(interactions):
            person, place = choice(people)
            rows["interactions"].append(
                [self.id(), place, person, choice(events) if turn % 9 == 0 else None, "email",
                 choice(["outbound", "inbound"]), "Hello", "Some text of a message", self.time(),
                 choice([athlete, parent]), family, self.time()])
        for _ in range(6):
            rows["offers"].append(
                [self.id(), athlete, choice(places), "partial", "pending", "2025-02-03", None, self.time()])
        return rows


def played(users, day, games, every, players):
    """SQL for all that the ids of `users` did up to a day, a game every so many days."""
    return PLAYED.format(users=users, day=day, games=games, every=every, players=players)


def write(path, families, schools=40, coaches=120, interactions=5000):
    """Writes a dump and says how many records it has."""
    source = Families(schools, coaches, interactions)
    whole = [source.family(number) for number in range(families)]
    records = 0
    with open(path, "w", encoding="utf-8") as dump:
        dump.write("--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n")
        for name, columns in TABLES.items():
            dump.write(f"COPY public.{name} ({columns}) FROM stdin;\n")
            for family in whole:
                for row in family[name]:
                    dump.write("\t".join("\\N" if cell is None else cell for cell in row) + "\n")
                    records += 1
            dump.write("\\.\n\n")
        dump.write("--\n-- PostgreSQL database dump complete\n--\n")
    return records


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:5]]
    print(write(sys.argv[5], *numbers), "records")
