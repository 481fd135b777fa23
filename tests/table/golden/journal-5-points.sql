BEGIN TRANSACTION;
CREATE TABLE commands (
            sequence INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            at REAL NOT NULL,
            command TEXT NOT NULL,
            digest BLOB NOT NULL,
            winners TEXT NOT NULL,
            variant TEXT,
            previous INTEGER,
            origin TEXT
        , edition INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "points", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "house": {"wins": "lowest", "target": 50}}',X'4FAAE86024667AD0E4E2CC6876C9D500','[]','{"family":"points","wins":"highest","target":null,"last_round":null,"sums":[],"name":"points","title":"Points","short":"Pt","provenance":"own","source":"Any other game of cards: only who plays, who deals and everybody''s points are kept.","players":[2,12],"rounds":[]}',NULL,NULL,2);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "score", "points": {"Ann": 10, "Bo": -5, "J\u00f6rg": 0, "\u674e\u5c0f\u9f8d": 25}}',X'8202A6E4175DC4B7ED14C4C4F48ADC11','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(3,1,1800000240.0,'{"cmd": "deal"}',X'7174A52F9F22AC1DAB83E603E65C3867','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(4,1,1800000300.0,'{"cmd": "leave", "player": "Bo"}',X'790C49B0E54DBD0F67B98AE8320278EC','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(5,1,1800000360.0,'{"cmd": "score", "points": {"Ann": 0, "J\u00f6rg": 12, "\u674e\u5c0f\u9f8d": 30}}',X'94963887B17A0F19AC227B94F7C15E3A','["Ann"]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(6,2,1800000420.0,'{"cmd": "new", "variant": "our-three-rounds", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "dealer": "J\u00f6rg"}',X'3D74F8A4590F52E902BC751627269340','[]','{"family":"points","wins":"lowest","target":100,"last_round":12,"sums":[26,78],"name":"our-three-rounds","title":"Our three rounds","short":"3P","provenance":"own","source":"","players":[4,4],"rounds":[{},{"says":"whatever it brings","sums":[]},{"says":"double","times":2}]}',1,NULL,2);
INSERT INTO "commands" VALUES(7,2,1800000540.0,'{"cmd": "score", "points": {"Ann": 20, "Bo": 0, "J\u00f6rg": 6, "\u674e\u5c0f\u9f8d": 0}}',X'A07A4EB3EDA4DE3D9B8845A6EE98EDC0','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(8,2,1800000600.0,'{"cmd": "deal"}',X'86DDA48CF60382F641875C9DDB0B2941','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(9,2,1800000660.0,'{"cmd": "score", "points": {"Ann": 1, "Bo": 2, "J\u00f6rg": 3, "\u674e\u5c0f\u9f8d": 4}}',X'CDD7F40940C0F4974B8E1BD4BE44F493','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(10,2,1800000720.0,'{"cmd": "deal"}',X'C32F5BA9BD5B3B33D25E8A6CB2BEDAFF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(11,2,1800000780.0,'{"cmd": "score", "points": {"Ann": 13, "Bo": 13, "J\u00f6rg": 0, "\u674e\u5c0f\u9f8d": 0}}',X'0905925FC7E0D3449783F0B36D5039F2','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(12,2,1800000840.0,'{"cmd": "deal"}',X'A955CA18D1E4BB8797B2338E8BA90F1B','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(13,2,1800000900.0,'{"cmd": "undo"}',X'CB680D7AEFB83F54423B41AA267EE16E','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(14,2,1800000960.0,'{"cmd": "rename", "player": "Bo", "name": "Eva"}',X'1BEFE5DC2ECE687974365AF973624D38','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(15,2,1800001020.0,'{"cmd": "end"}',X'68133BBD6C6CC88DEAE9D691898D5255','["\u674e\u5c0f\u9f8d"]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(16,2,1800001080.0,'{"cmd": "undo", "count": 2}',X'7EE1F12A65307B59EC202E12FE932092','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(17,2,1800001140.0,'{"cmd": "score", "points": {"Ann": 0, "Eva": 26, "J\u00f6rg": 26, "\u674e\u5c0f\u9f8d": 26}}',X'D0D14424E914F15683395441A127702A','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(18,3,1800001200.0,'{"cmd": "new", "variant": "points", "players": ["Ann", "Eva"]}',X'7189072C6B5112D6212117BD92E8405F','[]','{"family":"points","wins":"highest","target":null,"last_round":null,"sums":[],"name":"points","title":"Points","short":"Pt","provenance":"own","source":"Any other game of cards: only who plays, who deals and everybody''s points are kept.","players":[2,12],"rounds":[]}',2,NULL,2);
INSERT INTO "commands" VALUES(19,2,1800001260.0,'{"cmd": "reopen"}',X'8EAC743E5C2F3388864610185E8F1BCD','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(20,2,1800001320.0,'{"cmd": "deal"}',X'E4ED09D5CCF1E46D158CC8C6EDBC8E0F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(21,2,1800001380.0,'{"cmd": "end"}',X'13426A6ADAB6E9145537FC01C244C0B0','["Ann"]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(22,4,1800001440.0,'{"cmd": "new", "variant": "points", "players": ["Ann", "Eva", "Cy"], "house": {"last_round": 2}}',X'7C161BCBF4A7F64C26061B2C082F1426','[]','{"family":"points","wins":"highest","target":null,"last_round":null,"sums":[],"name":"points","title":"Points","short":"Pt","provenance":"own","source":"Any other game of cards: only who plays, who deals and everybody''s points are kept.","players":[2,12],"rounds":[]}',2,NULL,2);
INSERT INTO "commands" VALUES(23,4,1800001500.0,'{"cmd": "score", "points": {"Ann": 5, "Eva": 5, "Cy": 1}}',X'0FF32AE07DB19D32C0F1BAF907C7FDD9','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(24,4,1800001560.0,'{"cmd": "deal"}',X'344AE9DA0D905E48DA4DC06E5C1B4037','[]',NULL,NULL,NULL,2);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
INSERT INTO "notes" VALUES(1,2,1800000180.0,'claim','{"player": "Bo", "called": 5, "actual": -5, "correct": false}',NULL);
INSERT INTO "notes" VALUES(2,6,1800000480.0,'refused','{"command": "{\"cmd\": \"score\", \"points\": {\"Ann\": 20, \"Bo\": 0, \"J\\u00f6rg\": 5, \"\\u674e\\u5c0f\\u9f8d\": 0}}", "code": "bad-sum", "fields": {"missing": 1, "due": 26, "step": 1, "points": [20, 0, 5, 0], "sums": [26, 78]}, "sentence": "1 point missing: together it must be 26 or 78"}','Ann''s phone');
CREATE TABLE receipts (
            boot TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT;
CREATE INDEX commands_of_a_game ON commands (game, sequence);
CREATE TRIGGER commands_update BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER commands_delete BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_update BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_delete BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 5;
COMMIT;
