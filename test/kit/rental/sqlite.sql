-- A shop that rents films: the same tables as in postgres.sql, without schemas, comments and grants, which SQLite does not have.
create table country (country_id integer primary key, country varchar(60) not null unique);
create table city (city_id integer primary key, city varchar(60) not null, country_id int not null references country);

create table address (
  address_id integer primary key, street varchar(80) not null, postal_code varchar(12), phone varchar(20),
  city_id int not null references city
);
create index address_by_city on address (city_id);

create table customer (
  customer_id integer primary key, first_name varchar(45) not null, last_name varchar(45) not null, email text unique,
  address_id int not null references address, active boolean not null default true, created_at timestamp not null default current_timestamp
);
create index customer_by_name on customer (last_name, first_name);
create index customer_by_mail on customer (lower(email));

create table staff (staff_id integer primary key, first_name varchar(45) not null, last_name varchar(45) not null, reports_to int references staff);

create table language (language_id integer primary key, name varchar(20) not null);
create table category (category_id integer primary key, name varchar(25) not null unique);
create table actor (actor_id integer primary key, first_name varchar(45) not null, last_name varchar(45) not null);

create table film (
  film_id integer primary key, title varchar(255) not null, description text, release_year int check (release_year between 1888 and 2100),
  language_id int not null references language, original_language_id int references language,
  rental_days int not null default 3, rental_rate numeric(4,2) not null default 4.99, minutes int,
  rating text default 'G' check (rating in ('G', 'PG', 'PG-13', 'R', 'NC-17')), features json,
  hours numeric(6,2) generated always as (minutes / 60.0) stored
);
create index film_by_title on film (title);

create table film_actor (actor_id int references actor, film_id int references film, primary key (actor_id, film_id)) without rowid;
create index film_actor_by_film on film_actor (film_id);
create table film_category (film_id int references film, category_id int references category, primary key (film_id, category_id));

create table store (store_id integer primary key, manager_id int not null unique references staff, address_id int not null references address);
create table inventory (inventory_id integer primary key, film_id int not null references film, store_id int not null references store, unique (store_id, inventory_id));

create table rental (
  rental_id integer primary key, rented_at timestamp not null, store_id int not null, inventory_id int not null, customer_id int not null references customer,
  returned_at timestamp, staff_id int references staff,
  foreign key (store_id, inventory_id) references inventory (store_id, inventory_id), check (returned_at is null or returned_at >= rented_at)
);
create index rental_by_time on rental (rented_at);

create table payment (
  payment_id bigint not null, paid_at timestamp not null, customer_id int not null references customer, rental_id int references rental, amount numeric(5,2) not null,
  primary key (payment_id, paid_at)
);

create view sales_by_customer as select c.customer_id, c.last_name, sum(p.amount) as total from payment p join customer c using (customer_id) group by c.customer_id, c.last_name;
create view films_by_category as select c.name as category, count(*) as films from film_category f join category c using (category_id) group by c.name;

insert into country values (1, 'Norway'), (2, 'Peru');
insert into city values (1, 'Bergen', 1), (2, 'Lima', 2);
insert into address values (1, 'Strandgaten 1', '5013', null, 1), (2, 'Jirón 2', null, '+51 1 555', 2);
with recursive s(n) as (select 1 union all select n + 1 from s where n < 50) insert into customer (customer_id, first_name, last_name, email, address_id, created_at) select n, 'First' || n, 'Last' || n, 'c' || n || '@example.org', 1 + n % 2, '2024-01-01T00:00:00Z' from s;
insert into staff values (1, 'Ada', 'Berg', null), (2, 'Bo', 'Dal', 1);
insert into language values (1, 'English'), (2, 'Norsk');
insert into category values (1, 'Drama'), (2, 'Comedy');
with recursive s(n) as (select 1 union all select n + 1 from s where n < 20) insert into film (film_id, title, language_id, minutes, rating) select n, 'Film ' || n, 1, 80 + n, 'PG-13' from s;
with recursive s(n) as (select 1 union all select n + 1 from s where n < 20) insert into film_category select n, 1 + n % 2 from s;
insert into store values (1, 1, 1);
with recursive s(n) as (select 1 union all select n + 1 from s where n < 20) insert into inventory select n, n, 1 from s;
with recursive s(n) as (select 1 union all select n + 1 from s where n < 200) insert into rental select n, '2024-01-10T10:00:00Z', 1, 1 + n % 20, 1 + n % 50, null, 2 from s;
with recursive s(n) as (select 1 union all select n + 1 from s where n < 200) insert into payment select n, '2024-01-15T00:00:00Z', 1 + n % 50, n, 4.99 from s;
