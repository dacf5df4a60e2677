-- A shop that rents films: the same tables as in postgres.sql, a database for each schema.
create database people character set utf8mb4;
create database films character set utf8mb4;
create database rentals character set utf8mb4;

create table people.country (country_id int primary key, country varchar(60) not null unique) comment 'Countries in which customers live';

create table people.city (city_id int primary key, city varchar(60) not null, country_id int not null, foreign key (country_id) references people.country (country_id));

create table people.address (
  address_id int primary key, street varchar(80) not null, postal_code varchar(12), phone varchar(20),
  city_id int not null, key address_by_city (city_id), foreign key (city_id) references people.city (city_id)
);

create table people.customer (
  customer_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null, email varchar(120) unique comment 'Where receipts are sent',
  address_id int not null, active boolean not null default true, created_at timestamp not null default current_timestamp,
  key customer_by_name (last_name, first_name), foreign key (address_id) references people.address (address_id)
) comment 'Who rents films';

create table people.staff (staff_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null, reports_to int, foreign key (reports_to) references people.staff (staff_id));

create table films.language (language_id int primary key, name varchar(20) not null);
create table films.category (category_id int primary key, name varchar(25) not null unique);
create table films.actor (actor_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null);

create table films.film (
  film_id int primary key, title varchar(255) not null, description text, release_year int check (release_year between 1888 and 2100),
  language_id int not null, original_language_id int,
  rental_days int not null default 3, rental_rate decimal(4,2) not null default 4.99 comment 'Price of one rental in USD', minutes int,
  rating enum('G', 'PG', 'PG-13', 'R', 'NC-17') default 'G', features json,
  hours decimal(6,2) as (minutes / 60.0) stored,
  key film_by_title (title), foreign key (language_id) references films.language (language_id), foreign key (original_language_id) references films.language (language_id)
) comment 'Films that can be rented';

create table films.film_actor (actor_id int, film_id int, primary key (actor_id, film_id), key film_actor_by_film (film_id), foreign key (actor_id) references films.actor (actor_id), foreign key (film_id) references films.film (film_id));
create table films.film_category (film_id int, category_id int, primary key (film_id, category_id), foreign key (film_id) references films.film (film_id), foreign key (category_id) references films.category (category_id));

create table rentals.store (store_id int primary key, manager_id int not null unique, address_id int not null, foreign key (manager_id) references people.staff (staff_id), foreign key (address_id) references people.address (address_id));
create table rentals.inventory (
  inventory_id int primary key, film_id int not null, store_id int not null, unique (store_id, inventory_id),
  foreign key (film_id) references films.film (film_id), foreign key (store_id) references rentals.store (store_id)
);

create table rentals.rental (
  rental_id int primary key, rented_at datetime not null, store_id int not null, inventory_id int not null, customer_id int not null,
  returned_at datetime, staff_id int, key rental_by_time (rented_at),
  foreign key (customer_id) references people.customer (customer_id), foreign key (staff_id) references people.staff (staff_id),
  foreign key (store_id, inventory_id) references rentals.inventory (store_id, inventory_id), constraint back_after check (returned_at is null or returned_at >= rented_at)
);

create table rentals.payment (
  payment_id bigint not null, paid_at datetime not null, customer_id int not null, rental_id int, amount decimal(5,2) not null, primary key (payment_id, paid_at),
  foreign key (customer_id) references people.customer (customer_id), foreign key (rental_id) references rentals.rental (rental_id)
) comment 'Money received, by month';

create view rentals.sales_by_customer as select c.customer_id, c.last_name, sum(p.amount) as total from rentals.payment p join people.customer c on c.customer_id = p.customer_id group by c.customer_id, c.last_name;
create view films.films_by_category as select c.name as category, count(*) as films from films.film_category f join films.category c on c.category_id = f.category_id group by c.name;

insert into people.country values (1, 'Norway'), (2, 'Peru');
insert into people.city values (1, 'Bergen', 1), (2, 'Lima', 2);
insert into people.address values (1, 'Strandgaten 1', '5013', null, 1), (2, 'Jirón 2', null, '+51 1 555', 2);
insert into people.customer (customer_id, first_name, last_name, email, address_id, created_at) select seq, concat('First', seq), concat('Last', seq), concat('c', seq, '@example.org'), 1 + seq % 2, '2024-01-01 00:00:00' from seq_1_to_50;
insert into people.staff values (1, 'Ada', 'Berg', null), (2, 'Bo', 'Dal', 1);
insert into films.language values (1, 'English'), (2, 'Norsk');
insert into films.category values (1, 'Drama'), (2, 'Comedy');
insert into films.film (film_id, title, language_id, minutes, rating) select seq, concat('Film ', seq), 1, 80 + seq, 'PG-13' from seq_1_to_20;
insert into films.film_category select seq, 1 + seq % 2 from seq_1_to_20;
insert into rentals.store values (1, 1, 1);
insert into rentals.inventory select seq, seq, 1 from seq_1_to_20;
insert into rentals.rental select seq, '2024-01-10 10:00:00', 1, 1 + seq % 20, 1 + seq % 50, null, 2 from seq_1_to_200;
insert into rentals.payment select seq, '2024-01-15' + interval (seq * 3) hour, 1 + seq % 50, seq, 4.99 from seq_1_to_200;
analyze table people.country, people.city, people.address, people.customer, people.staff, films.language, films.category, films.actor, films.film, films.film_actor, films.film_category, rentals.store, rentals.inventory, rentals.rental, rentals.payment;
