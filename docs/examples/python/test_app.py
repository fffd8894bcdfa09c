import unittest

import psycopg

from sandbox import Sandbox


def setUpModule():
    global sandbox
    sandbox = Sandbox()
    unittest.addModuleCleanup(sandbox.stop)


class Notes(unittest.TestCase):
    def setUp(self):
        self.db = psycopg.connect(sandbox.database(), autocommit=True)
        self.addCleanup(self.db.close)

    def test_a_note_is_kept(self):
        self.db.execute("CREATE TABLE note (text text)")
        self.db.execute("INSERT INTO note VALUES ('hello')")
        rows = self.db.execute("SELECT text FROM note").fetchall()
        self.assertEqual(rows, [("hello",)])

    def test_another_test_has_a_database_of_its_own(self):
        row = self.db.execute("SELECT to_regclass('note')").fetchone()
        self.assertEqual(row, (None,))
