import java.sql.DriverManager;

class Query {
    public static void main(String[] args) throws Exception {
        try (var connection = DriverManager.getConnection(System.getenv("JDBC_URL"));
                var rows = connection.createStatement().executeQuery("SELECT version()")) {
            rows.next();
            System.out.println(rows.getString(1));
        }
    }
}
